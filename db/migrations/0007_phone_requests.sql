ALTER TABLE "phone_requests" ALTER COLUMN "station_no" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "phone_requests" ALTER COLUMN "text_code" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sms_codes" ALTER COLUMN "salt_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "phone_requests" ADD COLUMN "call_delivery" text;--> statement-breakpoint
ALTER TABLE "phone_requests" ADD COLUMN "windows" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "phone_requests" ADD COLUMN "window_began_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "phone_requests" ADD COLUMN "matched_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sms_codes" ADD COLUMN "share" text NOT NULL;--> statement-breakpoint
CREATE INDEX "phone_requests_created_idx" ON "phone_requests" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "phone_requests" ADD CONSTRAINT "phone_requests_tries" CHECK ("phone_requests"."tries" between 0 and 5);--> statement-breakpoint
ALTER TABLE "phone_requests" ADD CONSTRAINT "phone_requests_state" CHECK ("phone_requests"."state" in ('requested', 'waiting-sms', 'waiting-call', 'waiting-voice', 'verified', 'failed', 'timed-out'));--> statement-breakpoint
ALTER TABLE "sms_codes" ADD CONSTRAINT "sms_codes_salt" CHECK (("sms_codes"."salt_hash" is null) = ("sms_codes"."registration_id" is not null));--> statement-breakpoint
ALTER TABLE "sms_codes" ADD CONSTRAINT "sms_codes_share" CHECK ("sms_codes"."share" in ('strangers', 'members'));