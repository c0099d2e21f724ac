CREATE TABLE "wrong_clocks" (
	"process" text PRIMARY KEY NOT NULL,
	"ahead_ms" integer NOT NULL,
	"measured_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "incidents" DROP CONSTRAINT "incidents_kind";--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_kind" CHECK ("incidents"."kind" in ('edge-old', 'encoder-lost', 'silence', 'jobs-waiting', 'jobs-failing', 'database-slow', 'provider-failing', 'reports-unplaced', 'clock-off'));