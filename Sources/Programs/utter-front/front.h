/* The parts of the front program. */
#pragma once

/* Sends `utter COMMAND`, which nobody typed, to the daemon and waits for its reply.

   Ends the process if the daemon has done it. Returns if the command was not sent, for whatever
   reason: another program can run it from the start, and say what is wrong. */
void drive(const char *command);

/* Lets the daemon type these words, as `utter type` would, and waits until it has. Ends the process
   then. Returns if nothing was typed and this command is to do it: without a daemon, with options,
   or since the daemon declines. */
void type(char **words);

/* Guards the process at the other end of the pipe, which types into an X display or through IBus. Ends
   the process when nothing is to be undone. Returns when the guarded process has failed or hangs; also
   if nobody is to be guarded.

   `has_connection`: whether it shares its X connection, which is shut down then. */
void guard(int has_connection);

/* A connection to this user's daemon; -1 if there is none. */
int connected(void);

/* The daemon's lines when all is well, as Swift's encoder writes them (ControlProtocol). Anything
   else is for the whole program to read. */
extern const char greeting[], success[];

/* Whether all of this is on its way. */
int is_sent(int daemon, const char *bytes);

/* Whether the daemon's next line is the expected one, which is read then; other bytes are not.

   `timeout`: how long to wait for it, in ms. */
int is_next(int daemon, const char *line, int timeout);

/* Becomes the whole program, which reads the rest of the reply and says what is wrong. */
_Noreturn void hand_over(int daemon, int is_greeted);

/* Replaces this process by the whole of utter. */
_Noreturn void become_utter(char **arguments);
