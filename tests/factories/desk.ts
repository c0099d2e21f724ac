import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Db, Tx } from '#db/database.ts';
import { staffRoleGrants } from '#db/tables/staff.ts';
import type { StaffAction } from '#domain/actions/actions.ts';
import { insertAccount, lockStaffAccount, updateAccount } from '#domain/staff/staff.store.ts';
import { staffActions } from '#domain/staff/staff.actions.ts';
import { openStaffSession } from '#domain/staff/staff.ts';
import { supportActions } from '#domain/support/support.actions.ts';
import { createClassicServices } from '#server/services/playing/classics.ts';
import { createFilmWork } from '#server/outside/disk/film-work.ts';
import { createLevers } from '#server/operations/levers.ts';
import { createFileStorage } from '#server/outside/disk/file-storage.ts';
import { createCreativeDecoder, createPictureDecoder } from '#server/outside/pictures/decoder.ts';
import type { Releases } from '#server/web/files/releases.ts';
import { createDeskApp } from '#server/desk/desk-app.ts';
import type { FIRST_ROLES } from '#shared/staff/permissions.ts';
import { createMemberServices, privacyServicesOf } from '#tests/factories/accounts/member-services.ts';
import { LEDGER_KEY } from './money/ledger-key.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { memoryStorage } from './media/memory-storage.ts';

export const DESK_URL = 'https://desk.radio.example';
const SECRET_KEY = 'the secret key of desk tests, 32+';

interface DeskOptions {
  demo?: boolean;
  actions?: readonly StaffAction[] | ((db: Db) => readonly StaffAction[]);
  /** Further dependencies of calls, such as payments. */
  runtime?: object;
  /** Builds whose scripts are stored. */
  releases?: Releases;
}

/** The reverse of a run, as its reply offers it. */
export interface OfferedUndo {
  action: string;
  input: object;
  undo_of: string;
}

export type TestDesk = Awaited<ReturnType<typeof createTestDesk>>;
export type OpenDesk = Awaited<ReturnType<typeof openTestDesk>>;
/** An active account with an open session. */
export type Person = Awaited<ReturnType<TestDesk['enter']>>;

/** The desk with a database of its own. */
export async function openTestDesk(options: DeskOptions = {}) {
  const database = await createTestDatabase();
  const desk = await createTestDesk(database, options);
  return {
    ...desk,
    db: database.db,
    database,
    close: async () => {
      await desk.app.close();
      await database.close();
    },
  };
}

/** The actions of support, without the sessions that a site remembers. */
export function supportActionsOn(db: Db): readonly StaffAction[] {
  const services = createMemberServices(db);
  return supportActions({ sessions: services.sessions, privacy: privacyServicesOf(services) });
}

/** The desk as served, without a listening socket, and a clock that tests set. */
export async function createTestDesk(
  database: TestDatabase,
  { demo = false, actions = staffActions({ deskUrl: DESK_URL }), runtime = {}, releases }: DeskOptions = {},
) {
  const clock = { now: new Date('2026-11-26T06:00:00Z') };
  // Made when a test uploads a picture.
  const dataDir = join(tmpdir(), `desk-${randomUUID()}`);
  const app = await createDeskApp(
    {
      clock: () => clock.now,
      database,
      log: pino({ level: 'silent' }) as never,
      refused: () => {},
      config: {
        TRUST_PROXY: '',
        NODE_ENV: 'test',
        siteUrl: 'https://radio.example',
        LEDGER_KEY,
        TRACKING_DAYS: 90,
        FFMPEG: 'ffmpeg',
        demo,
      } as never,
      members: { secretKey: SECRET_KEY },
      privacy: privacyServicesOf(createMemberServices(database.db)),
      plans: {},
      dataDir,
      filmMaking: { db: database.db, work: createFilmWork(join(dataDir, 'film-making')) },
      classics: createClassicServices({ db: database.db, storage: memoryStorage(), dataDir }),
      pictureFiles: createFileStorage(join(dataDir, 'library')),
      pictures: createPictureDecoder(),
      creativeFiles: createFileStorage(join(dataDir, 'creatives')),
      creatives: createCreativeDecoder(),
      levers: createLevers({ readPositions: async () => new Map(), log: pino({ level: 'silent' }) }),
      contact: { files: createFileStorage(join(dataDir, 'files')) },
      actions: typeof actions === 'function' ? actions(database.db) : actions,
      ...runtime,
    } as never,
    DESK_URL,
    releases,
  );
  app.addHook('onClose', () => rm(dataDir, { recursive: true, force: true }));
  await app.ready();

  /** Sends a call; `cookie` is that of a session, `origin` null for none. */
  async function call(
    path: string,
    {
      body,
      cookie,
      key,
      account,
      origin = DESK_URL,
    }: { body?: object; cookie?: string | undefined; key?: string; account?: number; origin?: string | null } = {},
  ) {
    const reply = await app.inject({
      method: body === undefined ? 'GET' : 'POST',
      url: path,
      headers: {
        ...(cookie && { cookie }),
        ...(key && { 'idempotency-key': key }),
        ...(account && { 'x-staff-account': String(account) }),
        ...(origin && body !== undefined && { origin }),
      },
      ...(body === undefined ? {} : { payload: body }),
    });
    const isJson = String(reply.headers['content-type']).startsWith('application/json');
    const { response_code: code = 0, response = null } = isJson
      ? reply.json<{ response_code: number; response: Record<string, never> }>()
      : {};
    const set = [reply.headers['set-cookie'] ?? []].flat()[0];
    return { status: reply.statusCode, code, response: response as never, cookie: set?.split(';')[0], setCookie: set };
  }

  async function openSession(tx: Tx, id: number): Promise<string> {
    const account = (await lockStaffAccount(tx, id))!;
    const visitor = { remoteIp: '10.0.0.1', userAgent: 'test', now: clock.now };
    return `__Host-staff=${(await openStaffSession(tx, account, visitor)).token}`;
  }
  /** The cookie of a new session of an account. */
  const sessionOf = (id: number) => database.db.transaction((tx) => openSession(tx, id));
  /** An active account with a role and an open session. */
  async function enter(role: keyof typeof FIRST_ROLES | null, scope: { kind: 'channel'; id: string } | null = null) {
    return database.db.transaction(async (tx) => {
      const name = `${role ?? 'nobody'}-${Math.random().toString(36).slice(2, 8)}`;
      const id = (await insertAccount(tx, { email: `${name}@radio.example`, name, createdAt: clock.now }))!;
      await updateAccount(tx, id, { state: 'active', activatedAt: clock.now });
      if (role !== null)
        await tx.insert(staffRoleGrants).values({
          accountId: id,
          role,
          scopeKind: scope?.kind ?? null,
          scopeId: scope?.id ?? null,
          grantedBy: 'test',
          createdAt: clock.now,
        });
      const { email } = (await lockStaffAccount(tx, id))!;
      return { id, name, email, cookie: await openSession(tx, id) };
    });
  }
  /** Runs an action, with a new key unless one is given. */
  const act = (
    name: string,
    input: object,
    { reason = 'a test', ...rest }: { cookie?: string; reason?: string; key?: string; origin?: string } = {},
  ) => call(`/api/staff/actions/${name}`, { key: `key-${randomUUID()}`, ...rest, body: { input, reason } });
  /** What an action would change. */
  const preview = (name: string, input: object, { cookie }: { cookie?: string } = {}) =>
    call(`/api/staff/actions/${name}/preview`, { cookie, body: { input } });
  /** Undoes a run. */
  const undo = (
    { action, input, undo_of: undoOf }: OfferedUndo,
    { cookie, reason = 'a mistake' }: { cookie?: string; reason?: string } = {},
  ) =>
    call(`/api/staff/actions/${action}`, {
      cookie,
      key: `undo-${randomUUID()}`,
      body: { input, reason, undo_of: undoOf },
    });
  const approve = (id: number, { cookie }: { cookie?: string } = {}) =>
    call(`/api/staff/approvals/${id}/approve`, { cookie, body: {} });
  /** Disables an account. */
  const leave = (id: number) =>
    database.db.transaction((tx) => updateAccount(tx, id, { state: 'disabled', disabledAt: clock.now }));
  return { app, clock, dataDir, call, act, preview, undo, approve, enter, leave, sessionOf };
}
