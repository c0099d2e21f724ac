DROP INDEX "playback_leases_member_idx";--> statement-breakpoint
CREATE INDEX "playback_leases_member_idx" ON "playback_leases" USING btree ("member_id");