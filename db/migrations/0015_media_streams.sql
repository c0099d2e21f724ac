ALTER TABLE "media_inits" RENAME COLUMN "channel_id" TO "stream_id";--> statement-breakpoint
ALTER TABLE "media_segments" RENAME COLUMN "channel_id" TO "stream_id";--> statement-breakpoint
ALTER TABLE "media_timelines" RENAME COLUMN "channel_id" TO "stream_id";--> statement-breakpoint
ALTER TABLE "media_hours" DROP CONSTRAINT "media_hours_bytes";--> statement-breakpoint
ALTER TABLE "media_inits" DROP CONSTRAINT "media_inits_channel_id_channels_id_fk";
--> statement-breakpoint
ALTER TABLE "media_segments" DROP CONSTRAINT "media_segments_channel_id_channels_id_fk";
--> statement-breakpoint
ALTER TABLE "media_timelines" DROP CONSTRAINT "media_timelines_channel_id_channels_id_fk";
--> statement-breakpoint
DROP INDEX "media_keeps_span_idx";--> statement-breakpoint
ALTER TABLE "media_timelines" RENAME CONSTRAINT "media_timelines_channel_id_rendition_pk" TO "media_timelines_stream_id_rendition_pk";--> statement-breakpoint
ALTER TABLE "media_discards" ADD COLUMN "due_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "media_hours" ADD COLUMN "init_id" integer;--> statement-breakpoint
ALTER TABLE "media_hours" ADD COLUMN "review_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "media_hours" ADD CONSTRAINT "media_hours_init_id_media_inits_id_fk" FOREIGN KEY ("init_id") REFERENCES "public"."media_inits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- A channel's stream has the channel's number: what is on the timelines already refers to it.
INSERT INTO "media_streams" ("id", "kind", "name") VALUES (881, 'channel', '雷霆881'), (903, 'channel', '叱咤903'), (864, 'channel', 'AM864') ON CONFLICT DO NOTHING;--> statement-breakpoint
ALTER TABLE "media_inits" ADD CONSTRAINT "media_inits_stream_id_media_streams_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."media_streams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_segments" ADD CONSTRAINT "media_segments_stream_id_media_streams_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."media_streams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_timelines" ADD CONSTRAINT "media_timelines_stream_id_media_streams_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."media_streams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "media_discards_due_idx" ON "media_discards" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "media_hours_review_idx" ON "media_hours" USING btree ("review_at");--> statement-breakpoint
CREATE INDEX "media_keeps_span_idx" ON "media_keeps" USING btree ("stream_id","ends_at","starts_at");--> statement-breakpoint
ALTER TABLE "media_hours" ADD CONSTRAINT "media_hours_bytes" CHECK (("media_hours"."kind" = 'loop') = ("media_hours"."storage_key" is null) and ("media_hours"."kind" = 'loop') = ("media_hours"."index" is null) and ("media_hours"."kind" = 'loop') = ("media_hours"."init_id" is not null));