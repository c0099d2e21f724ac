import type { z } from 'zod';
import { callAsMember, type Refusal } from '#app/components/member/member-call.ts';
import { pushCalls } from '#app/notify-paths.ts';
import { paths } from '#app/paths.ts';
import type { settingsReplySchema, SettingsChangeWire } from '#domain/push/push.schema.ts';
import { readGuestList } from '#app/components/follows/guest-list.ts';

// Notifications of this browser, as known here and to the station. Only `turnOn` asks for permission, after a press.

export type NotifySettings = z.output<typeof settingsReplySchema>;

export type NotifyState =
  | { is: 'on'; settings: NotifySettings }
  | { is: 'off' | 'denied' | 'unsupported' | 'install' }
  | { is: 'failed'; refusal: Refusal | null };

const failed = (refusal: Refusal | null = null): NotifyState => ({ is: 'failed', refusal });

const jsonInit = (method: 'POST' | 'PUT' | 'DELETE', body: object): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** On iPhones and iPads only a site on the home screen can send notifications. */
const mustInstall = (): boolean =>
  /iPhone|iPad/.test(navigator.userAgent) && !matchMedia('(display-mode: standalone)').matches;

const isSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const proofOf = (subscription: PushSubscription) => {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint, auth: keys?.['auth'] };
};

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

async function save(subscription: PushSubscription, settings?: SettingsChangeWire): Promise<NotifyState> {
  const { keys } = subscription.toJSON();
  const body = { ...proofOf(subscription), p256dh: keys?.['p256dh'], topics: readGuestList(), settings };
  const answer = await callAsMember(pushCalls.subscription(), jsonInit('PUT', body), { tells: false });
  return answer.isOk ? { is: 'on', settings: answer.response as NotifySettings } : failed(answer);
}

/** Current state. Also sends what a guest follows, and gives a guest's subscription to the member. */
export async function lookAtNotifications(): Promise<NotifyState> {
  if (!isSupported()) return { is: mustInstall() ? 'install' : 'unsupported' };
  if (Notification.permission === 'denied') return { is: 'denied' };
  try {
    const subscription = await currentSubscription();
    if (subscription === null || Notification.permission !== 'granted') return { is: 'off' };
    const answer = await callAsMember(pushCalls.state(), jsonInit('POST', proofOf(subscription)), { tells: false });
    if (answer.isOk) return await save(subscription);
    // It ended with a log-out, or after a long time.
    return answer.status === 404 ? { is: 'off' } : failed(answer);
  } catch {
    return failed();
  }
}

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

async function subscribe(publicKey: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register(paths.serviceWorker());
  const { pushManager } = await navigator.serviceWorker.ready;
  const key = bytesOf(publicKey);
  const former = await pushManager.getSubscription();
  const formerKey = former?.options.applicationServerKey;
  // Made for another key, with which the station cannot push.
  if (former && formerKey && new Uint8Array(formerKey).join() !== key.join()) await former.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Asks for permission and registers this browser. */
export async function turnOn(): Promise<NotifyState> {
  try {
    const permission = await Notification.requestPermission();
    if (permission !== 'granted') return { is: permission === 'denied' ? 'denied' : 'off' };
    const answer = await callAsMember(pushCalls.key());
    if (!answer.isOk) return failed(answer);
    return await save(await subscribe((answer.response as { public_key: string }).public_key));
  } catch {
    // The browser has no push service, or cannot reach it.
    return failed();
  }
}

export async function saveSettings(change: SettingsChangeWire): Promise<NotifyState> {
  const subscription = await currentSubscription().catch(() => null);
  if (subscription === null) return { is: 'off' };
  const saved = await save(subscription, change);
  return saved.is === 'failed' && saved.refusal?.status === 404 ? { is: 'off' } : saved;
}

export async function turnOff(): Promise<NotifyState> {
  const subscription = await currentSubscription().catch(() => null);
  if (subscription === null) return { is: 'off' };
  const answer = await callAsMember(pushCalls.subscription(), jsonInit('DELETE', proofOf(subscription)));
  if (!answer.isOk) return failed(answer);
  await subscription.unsubscribe().catch(() => false);
  return { is: 'off' };
}

/** Null if it is on its way. */
export async function askForTest(): Promise<Refusal | null> {
  const subscription = await currentSubscription().catch(() => null);
  const gone: Refusal = { status: 404, code: null, message: '' };
  if (subscription === null) return gone;
  const answer = await callAsMember(pushCalls.test(), jsonInit('POST', proofOf(subscription)));
  return answer.isOk ? null : answer;
}
