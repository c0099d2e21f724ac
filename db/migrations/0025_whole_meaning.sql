ALTER TABLE "payment_facts" DROP CONSTRAINT "payment_facts_key";--> statement-breakpoint
ALTER TABLE "payment_facts" ADD COLUMN "reference" text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE "payment_facts" f SET "reference" = a."number" FROM "payment_attempts" a WHERE a."id" = f."attempt_id";--> statement-breakpoint
ALTER TABLE "payment_facts" ADD COLUMN "contradicts_id" integer;--> statement-breakpoint
ALTER TABLE "payment_facts" ADD COLUMN "replaces" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_facts_first_key" ON "payment_facts" USING btree ("gateway","gateway_txn","kind") WHERE contradicts_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_facts_replaced_key" ON "payment_facts" USING btree ("contradicts_id") WHERE replaces;--> statement-breakpoint
ALTER TABLE "payment_facts" ADD CONSTRAINT "payment_facts_key" UNIQUE("gateway","gateway_txn","kind","reference","cents","currency");--> statement-breakpoint
ALTER TABLE "payment_facts" ADD CONSTRAINT "payment_facts_replaces" CHECK (not "payment_facts"."replaces" or "payment_facts"."contradicts_id" is not null);