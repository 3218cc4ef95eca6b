//! Pictures: curves over two axes with units, as SVG.

use plotters::coord::Shift;
use plotters::prelude::*;

/// How values stand along an axis.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Scale {
    /// From 0.
    Linear,
    /// Powers of ten.
    Log,
}

/// A curve. Its points are in the order of x.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// In the legend.
    pub name: String,
    /// x and y.
    pub points: Vec<(f64, f64)>,
}

/// A picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Above it.
    pub title: String,
    /// What x is, with its unit.
    pub x: String,
    /// What y is, with its unit.
    pub y: String,
    /// Of x.
    pub scale: Scale,
    /// y in powers of ten, from 1 on; what is below counts as 1.
    pub log_y: bool,
    /// Points have a mark each.
    pub marks: bool,
    /// y ends here; `None`: with the greatest value.
    pub top: Option<f64>,
    /// The curves.
    pub curves: Vec<Curve>,
}

const WIDTH: u32 = 760;
const HEIGHT: u32 = 360;
/// Of the legend, right of the axes.
const LEGEND: u32 = 150;
/// Characters of its lines, at most.
const NAME: usize = 20;
/// Lines of a name in it, at most.
const NAME_LINES: usize = 3;
/// Points of a curve, at most: each is the greatest of its part.
const POINTS: usize = 700;
/// Curves of a picture, at most.
pub const CURVES: usize = 8;
/// Okabe and Ito's colours, which colour-blind readers tell apart.
const COLOURS: [RGBColor; CURVES] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(110, 110, 110),
    RGBColor(0, 0, 0),
];

type Drawn = Result<(), Box<dyn std::error::Error>>;

impl Picture {
    /// The SVG; empty where no curve has a point.
    pub fn svg(&self) -> String {
        if self.curves.iter().all(|curve| curve.points.is_empty()) {
            return String::new();
        }
        let mut text = String::new();
        let root = SVGBackend::with_string(&mut text, (WIDTH, HEIGHT)).into_drawing_area();
        // it draws into a string: nothing fails but what is wrong here
        self.draw(&root).expect("a picture is drawn into memory");
        drop(root);
        text
    }

    fn draw(&self, root: &DrawingArea<SVGBackend<'_>, Shift>) -> Drawn {
        root.fill(&WHITE)?;
        let (area, legend) = root.split_horizontally(WIDTH - LEGEND);
        let log = |x: f64| if self.scale == Scale::Log { x.max(1e-9).log10() } else { x };
        let curves: Vec<_> = self.curves.iter().take(CURVES).collect();
        let all = || curves.iter().flat_map(|curve| &curve.points);
        let most = |of: fn(&(f64, f64)) -> f64| all().map(of).fold(f64::MIN, f64::max);
        let least = all().map(|point| point.0).fold(f64::MAX, f64::min);
        let (low, high) = match self.scale {
            Scale::Linear => (least.min(0.0), above(most(|point| point.0))),
            Scale::Log => {
                // marks stand clear of the frame
                let clear = if self.marks { 0.05 } else { 0.0 };
                let low = (log(least) - clear).floor();
                (low, (log(most(|point| point.0)) + clear).ceil().max(low + 1.0))
            }
        };
        let greatest = most(|point| point.1);
        let log_y = |y: f64| if self.log_y { y.max(1.0).log10() } else { y };
        let top = match self.log_y {
            true => above(log_y(greatest).ceil()),
            false => self.top.unwrap_or_else(|| above(1.05 * greatest)),
        };
        let title = ("sans-serif", 21).into_font();
        let mut chart = ChartBuilder::on(&area)
            .caption(&self.title, title)
            .margin_right(12)
            .margin_left(4)
            .margin_bottom(4)
            .x_label_area_size(46)
            .y_label_area_size(68)
            .build_cartesian_2d(low..high, 0.0..top)?;
        let decades = (high - low).round() as usize + 1;
        let number = |value: &f64| plain(*value);
        let power = |value: &f64| plain(10f64.powf(*value));
        let (x_label, x_labels): (&dyn Fn(&f64) -> String, _) = match self.scale {
            Scale::Linear => (&number, 8),
            Scale::Log => (&power, decades),
        };
        let (y_label, y_labels): (&dyn Fn(&f64) -> String, _) =
            if self.log_y { (&power, top as usize + 1) } else { (&number, 6) };
        let mut mesh = chart.configure_mesh();
        mesh.light_line_style(TRANSPARENT).bold_line_style(BLACK.mix(0.12)).x_labels(x_labels).y_labels(y_labels);
        mesh.x_desc(&self.x).y_desc(&self.y).axis_desc_style(("sans-serif", 17)).label_style(("sans-serif", 15));
        mesh.x_label_formatter(x_label).y_label_formatter(y_label).draw()?;
        let mut y = 40;
        for (n, curve) in curves.iter().enumerate() {
            let colour = COLOURS[n];
            let points: Vec<(f64, f64)> = thinned(&curve.points).into_iter().map(|(x, y)| (log(x), log_y(y))).collect();
            if self.marks {
                chart.draw_series(points.iter().map(|&at| Circle::new(at, 3, colour.filled())))?;
            }
            chart.draw_series(LineSeries::new(points, colour.stroke_width(2)))?;
            legend.draw(&PathElement::new(vec![(2, y), (20, y)], colour.stroke_width(3)))?;
            for line in lines(&curve.name) {
                legend.draw(&Text::new(line, (26, y - 7), ("sans-serif", 15)))?;
                y += 16;
            }
            y += 4;
        }
        root.present()?;
        Ok(())
    }
}

/// A name in the legend: at most [`NAME_LINES`] lines of [`NAME`] characters.
fn lines(name: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in name.split(' ') {
        let last = lines.last_mut().expect("there is one");
        if last.is_empty() || last.chars().count() + 1 + word.chars().count() <= NAME {
            let gap = if last.is_empty() { "" } else { " " };
            *last += &format!("{gap}{word}");
        } else {
            lines.push(word.to_owned());
        }
    }
    lines.truncate(NAME_LINES);
    lines.iter().map(|line| line.chars().take(NAME).collect()).collect()
}

/// Above 0.
fn above(value: f64) -> f64 {
    if value > 0.0 { value } else { 1.0 }
}

/// A number without needless digits: 0.25, 12.5, 10,000, 1M.
fn plain(value: f64) -> String {
    let (value, unit) = match value.abs() {
        v if v >= 0.9999e9 => (value / 1e9, "G"),
        v if v >= 0.9999e6 => (value / 1e6, "M"),
        _ => (value, ""),
    };
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    let (whole, fraction) = text.split_at(text.find('.').unwrap_or(text.len()));
    match whole.len() {
        5.. => format!("{},{}{fraction}{unit}", &whole[..whole.len() - 3], &whole[whole.len() - 3..]),
        _ => format!("{text}{unit}"),
    }
}

/// At most [`POINTS`]: of each part the greatest y.
fn thinned(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let part = points.len().div_ceil(POINTS).max(1);
    let greatest = |part: &[(f64, f64)]| part.iter().copied().fold(part[0], |a, b| if b.1 > a.1 { b } else { a });
    points.chunks(part).map(greatest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_needless_digits() {
        let numbers = [0.0, 0.25, 1.0, 12.5, 1000.0, 10_000.0, 1e6, 2.5e9];
        assert_eq!(numbers.map(plain), ["0", "0.25", "1", "12.5", "1000", "10,000", "1M", "2.5G"]);
    }

    #[test]
    fn a_long_name_has_several_lines() {
        assert_eq!(lines("hpcc latency_ns=1000"), ["hpcc latency_ns=1000"]);
        assert_eq!(lines("hpcc latency_ns=10000"), ["hpcc", "latency_ns=10000"]);
        assert_eq!(lines("a b a_name_that_is_longer_than_a_line c d"), ["a b", "a_name_that_is_longe", "c d"]);
    }

    #[test]
    fn a_thinned_curve_keeps_its_peaks() {
        let mut points: Vec<(f64, f64)> = (0..10_000).map(|n| (n as f64, 1.0)).collect();
        points[1234].1 = 9.0;
        let thin = thinned(&points);
        assert!(thin.len() <= POINTS && thin.contains(&(1234.0, 9.0)), "{}", thin.len());
    }

    #[test]
    fn a_picture_has_its_words_and_a_curve_within_its_frame() {
        let curves = vec![Curve { name: "a<b".to_owned(), points: vec![(1.0, 0.0), (1000.0, 5.0)] }];
        let (x, y) = ("size (bytes)".to_owned(), "slowdown".to_owned());
        let title = "FCT".to_owned();
        let picture = Picture { title, x, y, scale: Scale::Log, log_y: false, marks: true, top: None, curves };
        let svg = picture.svg();
        for word in ["FCT", "size (bytes)", "slowdown", "a&lt;b", "1000", "<polyline"] {
            assert!(svg.contains(word), "{word}: {svg}");
        }
        let none = Picture { curves: Vec::new(), ..picture };
        assert_eq!(none.svg(), "");
    }
}
