// Words of the desk for fields of changes and their values, as previews, approvals and the audit show them.
import type { AuditField } from '#domain/audit/audit.rules.ts';
import { dateTimeHk } from '#shared/hk-time.ts';
import { exactHk } from '#shared/money.ts';
import type { Outcome } from '#domain/contact/contact.rules.ts';
import { breakingNewsText } from './breaking-news.ts';
import { archiveText } from './desk-archive.ts';
import { campaignEditText } from './desk-campaign-edit.ts';
import { campaignsText } from './desk-campaigns.ts';
import { lettersText } from './desk-letters.ts';
import { codesText } from './desk-codes.ts';
import { roleText } from './desk-names.ts';
import { settingsText } from './desk-settings.ts';
import { deskTimetableText } from './desk-timetable.ts';
import { deskText } from './desk.ts';

/** Words for the fields that previews, approvals and the audit show, by their names in code. */
const fieldNames: Record<AuditField, string> = {
  a128: '128k 聲',
  a64: '64k 聲',
  acceptHours: '有位之後幾多小時內要覆',
  accountId: '帳戶',
  action: '動作',
  addresses: '地址數目',
  advertiser: '廣告商',
  alt: '圖片描述',
  answer: '回覆',
  application: '申請',
  archiveId: '重溫編號',
  area: '範圍',
  arrived: '到咗',
  artist: '歌手',
  articleId: '文章編號',
  articles: '文章',
  at: '時刻',
  attempts: '試過次數',
  audio: '聲音',
  availableUntil: '聽到幾時',
  batchId: '批次',
  bio: '簡介',
  blocks: '內文',
  body: '內容',
  byline: '撰文',
  bytes: '位元組',
  caption: '副題',
  categoryId: '分類',
  cents: '金額',
  changes: '改動',
  channel: '頻道',
  channelBitwise: '頻道',
  chapters: '章節',
  choosesDay: '要揀日子',
  clauses: '條款',
  closesAt: '結束時間',
  closesTs: '截止',
  codes: '碼',
  columnId: '專欄',
  contentType: '文章類別',
  credits: '製作人員',
  creative: '素材',
  creativeId: '素材編號',
  crops: '裁切',
  cues: '字幕句數',
  day: '日子',
  dayFrom: '由呢日',
  dayHk: '日子',
  dayTo: '到呢日',
  deletedNext: '下次執行會刪除',
  days: '日數',
  lever: '位置',
  description: '說明',
  isFamily: '家庭計劃',
  payerId: '付款會員',
  removedIds: '移走嘅會員',
  deviceListUnlocked: '裝置名單解鎖',
  differences: '唔同之處',
  differing: '金額唔同',
  discount: '折扣',
  doorsTs: '開門',
  draft: '草稿',
  eligible: '邊個用得',
  ended: '停咗幾多',
  endMinute: '結束（日內分鐘）',
  endsAt: '結束時間',
  endsTs: '完結',
  ends_at: '結束時間',
  eraseAt: '刪除時間',
  error: '錯誤',
  expectedAt: '預計繼續',
  failure: '失敗頁標題',
  fileName: '檔名',
  files: '檔案',
  filmId: '影片',
  firstDay: '第一日',
  focalX: '焦點橫',
  focalY: '焦點直',
  found: '搵到',
  frames: '畫格數目',
  from: '由',
  gateway: '付款公司',
  height: '高',
  horseRacingSkip: '賽馬日唔播',
  hostId: '主持',
  hostIds: '主持',
  hours: '時數',
  invitation: '請帖',
  invited: '請咗',
  isByHand: '用手改嘅，自動化系統改唔到',
  isClosed: '封閉',
  isGuest: '嘉賓',
  isHot: '熱門',
  isRoadCoop: '道路合作',
  isSent: '要寄',
  isWithdrawn: '其實冇播',
  items: '項目',
  keyart: '主圖',
  keyartCredit: '主圖出處',
  kind: '種類',
  kinds: '查咗咩',
  known: '早請過',
  label: '名',
  lang: '語言',
  layoutTemplate: '版面',
  lead: '引言',
  licence: '授權',
  lines: '行數',
  listening: '收聽',
  logInUnlocked: '登入解鎖',
  maxPerBuyer: '每人上限',
  maxQuantity: '每單上限',
  maxUses: '每個可用次數',
  memberId: '會員',
  member_id: '會員',
  members: '會員數目',
  mergedId: '併入嘅會員',
  mergedInto: '併入',
  message: '訊息',
  messageId: '訊息編號',
  method: '付款方法',
  minutes: '分鐘',
  missing: '檔案冇',
  name: '名',
  nameEng: '英文名',
  nextId: '下一集',
  note: '更正說明',
  number: '號碼',
  open: '未完',
  opensAt: '開始時間',
  opensTs: '開始',
  orders: '訂單數目',
  outcome: '結果',
  owner: '跟進',
  page: '頁',
  paragraphs: '段落',
  parentProgramId: '上層節目',
  part: '部分',
  parts: '部分',
  path: '網址',
  pinned: '置頂',
  perSecond: '每秒入場',
  permissions: '權限',
  phone: '電話',
  picture: '圖片',
  pictureAlt: '圖片代替文字',
  planId: '計劃',
  planIds: '計劃',
  position: '次序',
  previewContent: '摘要',
  priceCents: '價錢',
  product: '產品',
  program: '節目',
  programId: '節目',
  providers: '各付款公司',
  publish_at: '出文時間',
  publishedTs: '公開時間',
  reach: '送去邊',
  reason: '原因',
  receipt: '收據',
  receiptCents: '收據總額',
  refund: '退款',
  refundNoteCents: '退款單總額',
  refused: '拒絕原因',
  removed: '移除',
  rentDays: '租期（日）',
  rentalId: '租片',
  rentals: '租片數目',
  replyByTs: '回覆限期',
  restRefund: '餘數退款',
  returns: '退回',
  reversibleUntil: '還原限期',
  revision: '版本',
  rightsUntil: '版權到期',
  role: '角色',
  row: '第幾行',
  rows: '行數',
  said: '畀人嘅解釋',
  scans: '掃描次數',
  scope: '範圍',
  seats: '座位',
  section: '欄目',
  sections: '段落',
  sellsFrom: '開始賣',
  sellsUntil: '賣到',
  sellsUntilTs: '賣到幾時',
  severity: '嚴重程度',
  sha256: '檔案指紋',
  shareText: '分享文字',
  slots: '廣告位',
  slug: '網址名',
  songs: '歌',
  source: '來源',
  spoken: '對白語言',
  startMinute: '開始（日內分鐘）',
  startsAt: '開始時間',
  startsTs: '開始',
  state: '狀態',
  status: '狀態',
  stays: '留低嘅嘢',
  story: '故事',
  streamId: '串流',
  subject: '對象',
  subscriptionId: '計劃時間',
  summary: '撮要',
  tagline: '標語',
  target: '連去邊',
  targetCents: '目標',
  task: '工序',
  thanks: '多謝頁標題',
  tickets: '門票',
  time: '時間',
  title: '標題',
  titleChi: '中文名',
  to: '到',
  told: '通知咗幾多人',
  total: '存貨',
  tracking: '追蹤編號',
  type: '類型',
  unclear: '唔清楚',
  unheard: '未聽過',
  until: '到',
  v21: '21 號畫面',
  v24: '24 號畫面',
  v25: '25 號畫面',
  v360: '360p 畫面',
  validFrom: '由呢日起',
  validTo: '到呢日止',
  venue: '地點',
  version: '版本',
  watchHours: '開始睇之後（小時）',
  weekdayBitwise: '星期幾',
  weekdays: '星期幾',
  weight: '比重',
  who: '邊個',
  why: '原因',
  width: '闊',
  withdraw_at: '收回時間',
  words: '字句',
  worthCents: '面值',
};

const stateNames: Record<string, string> = {
  ...archiveText.states,
  active: '正常',
  cancelled: '取消咗',
  deleting: '等緊刪除',
  draft: '未發布',
  inactive: '停用',
  invited: '已邀請',
  open: '未完',
  closed: '完結咗',
  over: '完咗',
  published: '已發布',
  retired: '已收起',
  scheduled: '已排時間',
  withdrawn: '收回咗',
};

const kindNames: Record<string, string> = {
  ...campaignEditText.posts.kinds,
  ...codesText.kinds,
  ...campaignsText.kinds,
  ...campaignsText.page.itemKinds,
  ...breakingNewsText.labels,
  ...deskTimetableText.form.kinds,
};

const eligibles: Record<string, string> = codesText.eligibles;
const areaNames: Record<string, string> = deskText.audit.areas;

/** A field of an event; of former versions, which the audit keeps, its name in code. */
export const fieldText = (field: string): string => (fieldNames as Record<string, string>)[field] ?? field;

/** A field of a form or a call, whose name may be that of the wire; null if it has no word. */
export function knownFieldText(field: string): string | null {
  const name = field.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const names = fieldNames as Record<string, string>;
  return names[name] ?? names[name.replace(/Ts$/, 'At')] ?? null;
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** A value of a field: amounts as money, instants in Hong Kong time, states and roles by their words. */
export function valueText(field: string, value: unknown): string {
  if (typeof value === 'number' && /(^c|C)ents$/.test(field)) return exactHk(value);
  if (typeof value === 'number' && field.endsWith('Ts')) return dateTimeHk(new Date(value * 1000)).slice(0, 16);
  if (field === 'credits' && Array.isArray(value))
    return (value as { role: string; names: string[] }[])
      .map(({ role, names }) => `${role}：${names.join('、')}`)
      .join('；');
  if (field === 'sections' && Array.isArray(value))
    return (value as { heading: string; body: string; picture: string }[])
      .map(({ heading, body, picture }) => [heading, body, picture].filter(Boolean).join('\n'))
      .join('\n\n');
  if (typeof value === 'boolean') return value ? '係' : '唔係';
  if (Array.isArray(value) && value.every((one) => typeof one === 'number')) return value.join('、') || '—';
  if (typeof value !== 'string') return JSON.stringify(value);
  if (field === 'state') return stateNames[value] ?? value;
  if (field === 'outcome') return lettersText.outcomes[value as Outcome] ?? value;
  if (field === 'role') return roleText(value);
  if (field === 'area') return areaNames[value] ?? value;
  if (field === 'kind') return kindNames[value] ?? value;
  if (field === 'reach') return campaignEditText.reaches[value] ?? value;
  if (field === 'lever') return settingsText.levers.positions[value] ?? value;
  if (field === 'eligible') return eligibles[value] ?? value;
  // An instant that is only known once the change is made.
  if (value === 'now') return '而家';
  return instant.test(value) ? dateTimeHk(new Date(value)) : value;
}
