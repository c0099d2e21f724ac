ALTER TABLE "search_documents" ADD COLUMN "slug" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "search_documents" ADD COLUMN "names" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "search_documents" ADD COLUMN "sounds" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "search_documents_named_idx" ON "search_documents" USING gin ("title_grams") WHERE "search_documents"."content_type" in (100, 200, 400);--> statement-breakpoint
ALTER TABLE "search_documents" DROP COLUMN "path";--> statement-breakpoint
ALTER TABLE "search_documents" DROP COLUMN "label";