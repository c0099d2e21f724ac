ALTER TABLE "picture_uses" DROP CONSTRAINT "picture_uses_table";--> statement-breakpoint
ALTER TABLE "picture_uses" ADD CONSTRAINT "picture_uses_table" CHECK ("picture_uses"."table_name" in ('articles', 'article_drafts', 'article_columns', 'programs', 'hosts', 'videos', 'events', 'static_pages', 'stroke_fund_years', 'songs', 'campaign_pages', 'campaign_items', 'campaign_posts', 'live_entries'));--> statement-breakpoint
CREATE TRIGGER note_picture_uses AFTER INSERT OR UPDATE OR DELETE ON "live_entries" FOR EACH ROW EXECUTE FUNCTION note_picture_uses();
