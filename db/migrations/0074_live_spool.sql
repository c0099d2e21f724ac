ALTER TABLE "media_feeds" ADD COLUMN "awaited" jsonb;--> statement-breakpoint
ALTER TABLE "media_timelines" ADD COLUMN "spool_epoch" bigint;--> statement-breakpoint
ALTER TABLE "media_timelines" ADD COLUMN "spool_sequence" bigint;