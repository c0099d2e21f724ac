DROP INDEX "search_documents_named_idx";--> statement-breakpoint
CREATE INDEX "videos_credits_idx" ON "videos" USING gin ("credits" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "search_documents_named_idx" ON "search_documents" USING gin ("title_grams") WHERE "search_documents"."content_type" in (100, 110, 111, 200, 400);