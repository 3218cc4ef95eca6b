# For tclsh: runs a vendor's script without the vendor. A command that Tcl does not have is the tool's: it is printed with its
# arguments. Anything else that is wrong with the script ends it.
proc unknown args { puts [join $args " "]; return {} }
# what Quartus' components ask for
package provide qsys 14.0
set argv [lrange $argv 1 end]
set argc [llength $argv]
source $env(SCRIPT)
