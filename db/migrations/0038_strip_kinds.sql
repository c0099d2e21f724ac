ALTER TABLE "breaking_news" ADD COLUMN "kind" text DEFAULT 'breaking' NOT NULL;--> statement-breakpoint
CREATE INDEX "breaking_news_kind_idx" ON "breaking_news" USING btree ("kind","starts_at","id");--> statement-breakpoint
ALTER TABLE "breaking_news" ADD CONSTRAINT "breaking_news_kind" CHECK ("breaking_news"."kind" in ('breaking', 'weather', 'service'));