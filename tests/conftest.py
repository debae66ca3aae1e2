"""For every test: a run that was started in the background must not hand its deafness to Ctrl-C on."""

import signal

# Shells start background jobs with SIGINT ignored, and every process below inherits that: a test that interrupts a
# command would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
