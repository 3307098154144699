/* The parts of the front program. */
#pragma once

/* Sends `utter COMMAND` to the daemon and waits for its reply.

   Ends the process if the daemon has done it. Returns if the command was not sent, for whatever
   reason: another program can run it from the start, and say what is wrong. */
void drive(const char *command);

/* Guards the process that types into an X display, at the other end of the pipe. Ends the process
   when nothing is to be undone. Returns when the typing process has failed, its X connection being
   shut down; also if nobody is to be guarded. */
void guard(void);

/* Replaces this process by the whole of utter. */
_Noreturn void become_utter(char **arguments);
