-- Counts of tries: a crash may forget them, and a flood of guesses writes nothing to the log that everybody waits for.
ALTER TABLE "attempts" SET UNLOGGED;
