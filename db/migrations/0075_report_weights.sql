ALTER TABLE "audience_days" ADD COLUMN "weight" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "tracking_events" ADD COLUMN "weight" smallint DEFAULT 1 NOT NULL;