/** A registration as its form sends it. */
export const REGISTRATION = {
  email: 'chan@example.com',
  surname: '陳',
  given_name: '大文',
  dispaly_name: '大文',
  phone_no_country: '852',
  phone_no: '91234567',
  verify_sms: false,
  gender: 'M',
  dob: '1990-01-31',
  is_subscribe_edm: false,
  under_18_terms: false,
  turnstileToken: 'token',
};
