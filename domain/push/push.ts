// The door: what the server gives and is given.

export { kindsOfStop, stopMail } from './mailing/notice-mails.ts';
export type { PushRequest, PushServices, SendingServices, SendPush } from './push-services.ts';
