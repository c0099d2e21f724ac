DROP INDEX "bookmarks_moment_key";--> statement-breakpoint
DROP INDEX "favourites_program_key";--> statement-breakpoint
DROP INDEX "history_entries_section_key";--> statement-breakpoint
DROP INDEX "history_entries_order_idx";--> statement-breakpoint
DROP INDEX "playlist_entries_section_key";--> statement-breakpoint
ALTER TABLE "history_entries" ALTER COLUMN "position" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "playback_leases" ALTER COLUMN "session_id" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "bookmarks" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "bookmarks" ADD COLUMN "removed_in" integer;--> statement-breakpoint
ALTER TABLE "favourites" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "favourites" ADD COLUMN "removed_in" integer;--> statement-breakpoint
ALTER TABLE "history_entries" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "history_entries" ADD COLUMN "removed_in" integer;--> statement-breakpoint
ALTER TABLE "playlist_entries" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "playlist_entries" ADD COLUMN "removed_in" integer;--> statement-breakpoint
CREATE INDEX "bookmarks_removed_idx" ON "bookmarks" USING btree ("removed_at") WHERE removed_at is not null;--> statement-breakpoint
CREATE INDEX "favourites_removed_idx" ON "favourites" USING btree ("removed_at") WHERE removed_at is not null;--> statement-breakpoint
CREATE INDEX "history_entries_removed_idx" ON "history_entries" USING btree ("removed_at") WHERE removed_at is not null;--> statement-breakpoint
CREATE INDEX "playlist_entries_removed_idx" ON "playlist_entries" USING btree ("removed_at") WHERE removed_at is not null;--> statement-breakpoint
CREATE INDEX "place_events_heard_idx" ON "place_events" USING btree ("member_id","heard_at");--> statement-breakpoint
CREATE INDEX "place_events_age_idx" ON "place_events" USING brin ("received_at");--> statement-breakpoint
CREATE INDEX "playback_leases_session_idx" ON "playback_leases" USING btree ("session_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "playback_leases_ended_idx" ON "playback_leases" USING btree ("ended_at") WHERE ended_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "bookmarks_moment_key" ON "bookmarks" USING btree ("member_id","stream_id","at") WHERE removed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "favourites_program_key" ON "favourites" USING btree ("member_id","program_id") WHERE removed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "history_entries_section_key" ON "history_entries" USING btree ("member_id","section_id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "history_entries_order_idx" ON "history_entries" USING btree ("member_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "playlist_entries_section_key" ON "playlist_entries" USING btree ("member_id","kind","section_id") WHERE removed_at is null;--> statement-breakpoint
ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_removed" CHECK (("bookmarks"."removed_at" is null) = ("bookmarks"."removed_in" is null));--> statement-breakpoint
ALTER TABLE "favourites" ADD CONSTRAINT "favourites_removed" CHECK (("favourites"."removed_at" is null) = ("favourites"."removed_in" is null));--> statement-breakpoint
ALTER TABLE "history_entries" ADD CONSTRAINT "history_entries_removed" CHECK (("history_entries"."removed_at" is null) = ("history_entries"."removed_in" is null));--> statement-breakpoint
ALTER TABLE "playlist_entries" ADD CONSTRAINT "playlist_entries_removed" CHECK (("playlist_entries"."removed_at" is null) = ("playlist_entries"."removed_in" is null));