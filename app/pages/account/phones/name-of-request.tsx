import type { PhoneRequest } from './use-phone-checks.ts';

/** Identifies the request a form is about. */
export function NameOfRequest({ request }: { request: PhoneRequest }) {
  return (
    <>
      <input type="hidden" name="p2a_verification_request_id" value={request.p2a_verification_request_id} readOnly />
      <input type="hidden" name="page_instance" value={request.page_instance} readOnly />
      <input type="hidden" name="verifying_phone_no" value={request.verifying_phone_no} readOnly />
      <input type="hidden" name="verify_type" value={request.verify_type} readOnly />
    </>
  );
}
