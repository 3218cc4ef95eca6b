//! A line in the form that programs write, read straight into numbers. What is not in this form, right or wrong, is
//! left to [`super::line::read`], which takes every form and knows what to say: this is only about speed, and a test
//! holds the two against each other.

use super::line::Once;
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::marker::PhantomData;

/// A line whose event and state are structs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "E: Deserialize<'de>, S: Deserialize<'de>"))]
pub struct Plain<E, S> {
    event: Object<E>,
    #[serde(default, deserialize_with = "present")]
    state: Option<Object<S>>,
    #[serde(default, deserialize_with = "present")]
    qpn: Option<u32>,
    id: Option<Once>,
}

/// The parts of a plain line: event, state, qpn, id.
pub struct Parts<E, S> {
    pub event: E,
    pub state: Option<S>,
    pub qpn: u32,
    pub id: serde_json::Value,
}

pub fn read<'de, E: Deserialize<'de>, S: Deserialize<'de>>(text: &'de str) -> Option<Parts<E, S>> {
    let Plain { event, state, qpn, id } = serde_json::from_str::<Object<Plain<E, S>>>(text).ok()?.0;
    let id = id.map_or(serde_json::Value::Null, |once| once.0);
    Some(Parts { event: event.0, state: state.map(|s| s.0), qpn: qpn.unwrap_or(0), id })
}

/// A JSON object as a struct, whose derived reader would take a list as well.
pub struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Fields<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
            type Value = Object<T>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Object<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Object)
            }
        }
        from.deserialize_map(Fields(PhantomData))
    }
}

/// A field that may be left out, but that null is no value of.
pub fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}
