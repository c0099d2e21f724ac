// The door: what the server gives and is given.

export type { PushRequest, PushServices, SendingServices, SendPush } from './push-services.ts';
