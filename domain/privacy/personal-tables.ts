import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { mails } from '#db/tables/mail.ts';
import {
  addressChanges,
  mailedLinks,
  memberConsents,
  memberDevices,
  members,
  memberSessions,
  passkeyChallenges,
  passkeys,
  registrations,
  securityEvents,
} from '#db/tables/members.ts';
import { phoneCallbacks, phoneChanges, phoneRequests, smsCodes } from '#db/tables/phones.ts';
import { recurringProfiles, subscriptions } from '#db/tables/subscriptions.ts';

/** How rows are found: by the id of their member, or by an address. */
export type PersonalKey = 'memberId' | 'email' | 'emailKey';

export interface PersonalTable {
  table: PgTable;
  /** Column that says whose a row is. */
  column: PgColumn;
  by: PersonalKey;
  /** How rows are found that name no member in `column`. */
  orElse?: { column: PgColumn; by: PersonalKey };
  /** Name for its reader. */
  title: string;
  /** Columns the member is given, under their names for a reader. */
  shown: Readonly<Record<string, string>>;
  /** Columns that are not given, with the reason. */
  withheld: Readonly<Record<string, string>>;
  /** What an erasure does: `blank` keeps a row without anything personal, only where `keep` rows of others name it. */
  erase: 'delete' | 'blank' | 'keep';
  /** Why a table is kept. */
  keptBecause?: string;
}

const INNER = 'a number of our own that says nothing';
const SECRET = 'opens something: whoever read the export could use it';
const HASH = 'a hash from which nothing can be read';

/**
 * Every table that holds something of a member: what an export shows and an erasure does. A law test holds that no table
 * and no column is missing. It stands here, across modules, so that there is one list to read.
 */
export const PERSONAL_TABLES = {
  account: {
    table: members,
    column: members.id,
    by: 'memberId',
    title: '帳戶資料',
    shown: {
      id: '會員編號',
      state: '帳戶狀態',
      email: '電郵地址',
      emailVerifiedAt: '電郵驗證時間',
      passwordChangedAt: '更改密碼時間',
      surname: '姓氏',
      givenName: '名字',
      displayName: '顯示名稱',
      gender: '性別',
      dob: '出生日期',
      phoneNoCountry: '電話地區',
      phoneNo: '電話號碼',
      phoneVerifiedAt: '電話驗證時間',
      isSubscribeEdm: '同意電郵直接促銷',
      mobileDefaultResolution: '手機預設畫質',
      userSetting: '個人設定',
      archiveTutorialReadAt: '看完重溫教學時間',
      acc881: '舊 881 帳戶名稱',
      acc903: '舊 903 帳戶名稱',
      devicesChangedAt: '更改裝置時間',
      eraseAt: '刪除帳戶時間',
      createdAt: '登記時間',
      updatedAt: '更新時間',
    },
    withheld: {
      emailKey: 'the address once more, as we compare it',
      passwordHash: HASH,
      credentialEpoch: INNER,
      isDemo: 'that the demo made it: it says nothing of anybody',
    },
    erase: 'blank',
  },
  registrations: {
    table: registrations,
    column: registrations.emailKey,
    by: 'emailKey',
    title: '登記',
    shown: {
      email: '電郵地址',
      surname: '姓氏',
      givenName: '名字',
      displayName: '顯示名稱',
      gender: '性別',
      dob: '出生日期',
      phoneNoCountry: '電話地區',
      phoneNo: '電話號碼',
      phoneVerifiedAt: '電話驗證時間',
      isSubscribeEdm: '同意電郵直接促銷',
      under18Terms: '父母或監護人同意',
      mailedAt: '最後寄出電郵',
      expiresAt: '失效時間',
      createdAt: '登記時間',
    },
    withheld: { id: INNER, saltHash: HASH, emailKey: 'the address once more, as we compare it' },
    erase: 'delete',
  },
  consents: {
    table: memberConsents,
    column: memberConsents.memberId,
    by: 'memberId',
    title: '同意紀錄',
    shown: { kind: '項目', isGiven: '同意', wording: '文字版本', source: '來源', createdAt: '時間' },
    withheld: { id: INNER, memberId: INNER },
    erase: 'delete',
  },
  sessions: {
    table: memberSessions,
    column: memberSessions.memberId,
    by: 'memberId',
    title: '登入的瀏覽器',
    shown: {
      userAgent: '瀏覽器',
      remoteIp: 'IP 地址',
      rememberMe: '保持登入',
      provedAt: '最後以密碼證明身分',
      seenAt: '最後使用',
      expiresAt: '到期',
      createdAt: '登入時間',
    },
    withheld: { id: INNER, memberId: INNER, tokenHash: HASH, epoch: INNER },
    erase: 'delete',
  },
  passkeys: {
    table: passkeys,
    column: passkeys.memberId,
    by: 'memberId',
    title: '通行密鑰',
    shown: {
      name: '名稱',
      transports: '連接方式',
      isBackedUp: '已同步備份',
      usedAt: '最後使用',
      createdAt: '加入時間',
    },
    withheld: {
      id: INNER,
      memberId: INNER,
      credentialId: 'names the key to its device and says nothing of its holder',
      publicKey: 'a number that checks signatures and says nothing of its holder',
      counter: INNER,
    },
    erase: 'delete',
  },
  passkeyChallenges: {
    table: passkeyChallenges,
    column: passkeyChallenges.memberId,
    by: 'memberId',
    title: '未完成的通行密鑰設定',
    shown: { expiresAt: '失效時間' },
    withheld: { challenge: SECRET, memberId: INNER },
    erase: 'delete',
  },
  securityEvents: {
    table: securityEvents,
    column: securityEvents.memberId,
    by: 'memberId',
    title: '帳戶安全紀錄',
    shown: { kind: '事項', userAgent: '瀏覽器', remoteIp: 'IP 地址', detail: '詳情', createdAt: '時間' },
    withheld: { id: INNER, memberId: INNER },
    erase: 'delete',
  },
  devices: {
    table: memberDevices,
    column: memberDevices.memberId,
    by: 'memberId',
    title: '收聽裝置',
    shown: { name: '名稱', usedAt: '最後使用', createdAt: '加入時間' },
    withheld: { id: INNER, memberId: INNER, tokenHash: HASH },
    erase: 'delete',
  },
  mailedLinks: {
    table: mailedLinks,
    column: mailedLinks.memberId,
    by: 'memberId',
    title: '寄出的連結',
    shown: { purpose: '用途', email: '電郵地址', expiresAt: '失效時間', usedAt: '使用時間', createdAt: '寄出時間' },
    withheld: { id: INNER, codeHash: HASH, memberId: INNER, registrationId: INNER, epoch: INNER },
    erase: 'delete',
  },
  addressChanges: {
    table: addressChanges,
    column: addressChanges.memberId,
    by: 'memberId',
    title: '未完成的更改電郵',
    shown: { email: '新電郵地址', askedAt: '提出時間', expiresAt: '失效時間' },
    withheld: { memberId: INNER, epoch: INNER },
    erase: 'delete',
  },
  phoneChanges: {
    table: phoneChanges,
    column: phoneChanges.memberId,
    by: 'memberId',
    title: '更改電話',
    shown: {
      phoneNoCountry: '電話地區',
      phoneNo: '電話號碼',
      verifySms: '以短訊驗證',
      state: '狀態',
      expiresAt: '失效時間',
      createdAt: '提出時間',
    },
    withheld: { id: INNER, memberId: INNER, epoch: INNER },
    erase: 'delete',
  },
  smsCodes: {
    table: smsCodes,
    column: smsCodes.memberId,
    by: 'memberId',
    title: '短訊驗證碼',
    shown: {
      phoneNoCountry: '電話地區',
      phoneNo: '電話號碼',
      state: '狀態',
      tries: '嘗試次數',
      delivery: '送遞情況',
      expiresAt: '失效時間',
      createdAt: '發出時間',
    },
    withheld: {
      id: INNER,
      saltHash: HASH,
      registrationId: INNER,
      memberId: INNER,
      phoneChangeId: INNER,
      codeMac: HASH,
      share: INNER,
      providerId: INNER,
    },
    erase: 'delete',
  },
  phoneRequests: {
    table: phoneRequests,
    column: phoneRequests.memberId,
    by: 'memberId',
    title: '電話驗證',
    shown: {
      phoneNoCountry: '電話地區',
      phoneNo: '電話號碼',
      verifyType: '驗證方式',
      state: '狀態',
      stationNo: '電台號碼',
      tries: '嘗試次數',
      triggers: '致電次數',
      triggeredAt: '最後致電',
      callDelivery: '致電情況',
      windows: '開始次數',
      windowBeganAt: '開始時間',
      windowEndsAt: '限期',
      matchedAt: '收到時間',
      createdAt: '提出時間',
    },
    withheld: {
      id: INNER,
      memberId: INNER,
      pageInstance: INNER,
      phoneChangeId: INNER,
      textCode: SECRET,
      codeMac: HASH,
    },
    erase: 'delete',
  },
  subscriptions: {
    table: subscriptions,
    column: subscriptions.memberId,
    by: 'memberId',
    title: '訂閱',
    shown: { planId: '計劃編號', source: '來源', startsAt: '開始', endsAt: '結束', createdAt: '加入時間' },
    withheld: { id: INNER, memberId: INNER },
    erase: 'keep',
    keptBecause: 'the station accounts for what it sold; without its member a plan names nobody',
  },
  recurringProfiles: {
    table: recurringProfiles,
    column: recurringProfiles.memberId,
    by: 'memberId',
    title: '自動續訂',
    shown: {
      planId: '計劃編號',
      state: '狀態',
      cardScheme: '信用卡種類',
      cardLast4: '信用卡末四位',
      cardEndsOn: '信用卡有效至',
      periodMonths: '每隔月數',
      createdAt: '加入時間',
    },
    withheld: { id: INNER, memberId: INNER },
    erase: 'delete',
  },
  mails: {
    table: mails,
    column: mails.memberId,
    by: 'memberId',
    // Mails of before there was an account; those of somebody else who has the address now are theirs.
    orElse: { column: mails.recipient, by: 'email' },
    title: '寄給你的電郵',
    shown: { template: '種類', subject: '標題', recipient: '收件人', sentAt: '寄出時間', createdAt: '撰寫時間' },
    withheld: {
      id: INNER,
      memberId: INNER,
      dedupeKey: INNER,
      replyTo: INNER,
      textBody: SECRET,
      htmlBody: SECRET,
      attachments: 'none is sent to members',
      attempts: INNER,
      lastError: INNER,
    },
    erase: 'delete',
  },
} as const satisfies Record<string, PersonalTable>;

export type PersonalTableName = keyof typeof PERSONAL_TABLES;

/** Tables with an address or a number of somebody that are no member's, with what is done about them. */
export const PERSONAL_BUT_NO_MEMBERS: ReadonlyMap<PgTable, string> = new Map<PgTable, string>([
  [phoneCallbacks, 'goes with the phone request that it answers, and after a month'],
]);
