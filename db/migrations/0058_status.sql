CREATE TABLE "status_hours" (
	"part" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"known_seconds" integer NOT NULL,
	"down_seconds" integer NOT NULL,
	"counted_at" timestamp (3) with time zone,
	CONSTRAINT "status_hours_part_starts_at_pk" PRIMARY KEY("part","starts_at"),
	CONSTRAINT "status_hours_part" CHECK ("status_hours"."part" in ('881', '903', '864', 'site', 'payments', 'mail')),
	CONSTRAINT "status_hours_seconds" CHECK ("status_hours"."down_seconds" between 0 and "status_hours"."known_seconds" and "status_hours"."known_seconds" between 1 and 3600)
);
--> statement-breakpoint
CREATE INDEX "program_archives_taken_down_idx" ON "program_archives" USING btree ("starts_at","id") WHERE state = 'taken_down' and merged_into is null;