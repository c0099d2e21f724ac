CREATE TABLE "staff_undos" (
	"request_id" text PRIMARY KEY NOT NULL,
	"action" text NOT NULL,
	"input" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"undone_by" text
);
--> statement-breakpoint
ALTER TABLE "work_items" ADD COLUMN "owner_id" integer;--> statement-breakpoint
CREATE INDEX "staff_undos_created_idx" ON "staff_undos" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "work_items" ADD CONSTRAINT "work_items_owner_id_staff_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."staff_accounts"("id") ON DELETE no action ON UPDATE no action;