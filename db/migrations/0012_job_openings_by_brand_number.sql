ALTER TABLE "job_openings" DROP CONSTRAINT "job_openings_company";--> statement-breakpoint
DROP INDEX "job_openings_company_idx";--> statement-breakpoint
ALTER TABLE "job_openings" ADD COLUMN "brand" integer;--> statement-breakpoint
UPDATE "job_openings" SET "brand" = case "company" when 'CR' then 1 when 'CRP' then 2 else 3 end;--> statement-breakpoint
ALTER TABLE "job_openings" ALTER COLUMN "brand" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "job_openings_brand_idx" ON "job_openings" USING btree ("brand","status","posted_hk");--> statement-breakpoint
ALTER TABLE "job_openings" DROP COLUMN "company";--> statement-breakpoint
ALTER TABLE "job_openings" ADD CONSTRAINT "job_openings_brand" CHECK ("job_openings"."brand" in (1, 2, 3));
