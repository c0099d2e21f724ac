import type { ErrorName } from '#shared/domain-error.ts';
import { MAX_PLAYLIST, type ListKind } from '#domain/library/library.rules.ts';
import { problems } from './problems.ts';

/** Member library: playlist, favourites, listening history, and bookmarks. */
export const libraryText = {
  title: '我的收聽',
  lists: {
    playlist: { title: '播放清單', description: '你揀咗留返嚟聽嘅節目重溫。' },
    favourite: { title: '收藏', description: '你收藏嘅節目。' },
    history: { title: '收聽紀錄', description: '你聽過嘅節目重溫。' },
    bookmark: { title: '書籤', description: '你喺節目重溫加咗書籤嘅位。' },
    podcast: { title: 'Podcast', description: '用 Podcast 程式聽節目重溫嘅私人連結。' },
  } satisfies Record<Exclude<ListKind, 'queue'> | 'podcast', { title: string; description: string }>,
  counts: {
    playlist: (entries: number) => `${entries}/${MAX_PLAYLIST}`,
    favourite: (entries: number) => `${entries}`,
    history: (entries: number) => entries.toLocaleString('en'),
    bookmark: (entries: number) => `${entries}`,
  },
  section: (no: number, title: string | null) => (title ? `第 ${no} 節　${title}` : `第 ${no} 節`),
  named: (program: string, part: string) => `${program} ${part}`,
  left: (time: string) => `仲有 ${time}`,
  heard: '聽完',
  ended: '已下架',
  room: (entries: number) => `${entries} / ${MAX_PLAYLIST} 節`,
  sections: (entries: number) => `${entries} 節`,
  programs: (entries: number) => `${entries} 個節目`,
  bookmarks: (entries: number) => `${entries} 個書籤`,
  total: (time: string) => `全長 ${time}`,
  playedAt: (clock: string) => `${clock} 聽`,
  newest: (when: string) => `最新重溫：${when}`,
  noReplay: '未有重溫',
  noneOfChannel: '呢個台未有收藏。',

  // ACTIONS
  play: (name: string) => `播放 ${name}`,
  pauseOf: (name: string) => `暫停 ${name}`,
  playAll: '由頭播',
  more: (name: string) => `${name} 嘅其他選擇`,
  grip: (name: string) => `移動 ${name}`,
  gripHelp: '撳上下箭咀移動，Home 去最頂，End 去最尾。',
  up: '上移',
  down: '下移',
  first: '移到最頂',
  remove: { playlist: '移除', favourite: '取消收藏', history: '移除', bookmark: '移除書籤' },
  clear: { playlist: '清空', favourite: '全部取消收藏', history: '清空收聽紀錄', bookmark: '清空' },
  removeHeard: (entries: number) => `移除聽完嘅 ${entries} 節`,
  add: '加入播放清單',
  addNewest: '最新一集加入播放清單',
  addForward: '連之後嘅節一齊加',
  addBackward: '連之前嘅節一齊加',
  addAll: '全部加入播放清單',
  undo: '復原',
  select: '選取',
  tick: (name: string) => `選取：${name}`,
  ticked: (entries: number) => `已選 ${entries} 項`,
  tickAll: '全選',
  tickNone: '取消選取',
  bulk: '選取咗嘅項目',
  removeTicked: { playlist: '移除已選', favourite: '取消收藏已選', history: '移除已選', bookmark: '移除已選' },
  pause: '暫停記錄',
  resume: '繼續記錄',
  /** Meaning of a paused history, shown meanwhile. */
  paused: '暫停記錄緊：而家聽嘅唔會入收聽紀錄，亦唔會當聽過。停喺邊個位照樣記低，等你可以接住聽。',
  search: {
    label: '搜尋收聽紀錄',
    hint: '搵返聽過嘅節目',
    found: (keyword: string) => `收聽紀錄入面有「${keyword}」嘅：`,
    none: (keyword: string) => `收聽紀錄入面搵唔到「${keyword}」。`,
    all: '睇返全部',
  },
  note: '筆記',
  noteLabel: '筆記，最多 500 個字',
  saveNote: '儲存筆記',
  sort: '次序',
  sorts: { newest: '最新重溫行先', own: '自己排嘅次序' },
  earlier: '更早',
  later: '之後',

  // RESULTS
  moved: (name: string, place: number, of: number) => `${name}：第 ${place} 位，共 ${of} 項`,
  isMoved: '已經移動。',
  removed: {
    playlist: (entries: number) => `已經由播放清單移除 ${entries} 節。`,
    favourite: (entries: number) => `已經取消收藏 ${entries} 個節目。`,
    history: (entries: number) => `已經移除 ${entries} 項收聽紀錄。`,
    bookmark: (entries: number) => `已經移除 ${entries} 個書籤。`,
  },
  restored: (entries: number) => `已經復原 ${entries} 項。`,
  notRestored: (entries: number) => `${entries} 項放唔返，清單已經滿咗。`,
  noted: '已經儲存筆記。',
  recording: { pause: '已經暫停記錄。', resume: '已經繼續記錄。' },
  /** What was added, and what was not. */
  added: (entries: number, alreadyThere: number, noRoom: number) =>
    [
      `已經加入 ${entries} 節。`,
      alreadyThere > 0 ? `${alreadyThere} 節本身已經喺度。` : '',
      noRoom > 0 ? `播放清單最多 ${MAX_PLAYLIST} 節，有 ${noRoom} 節放唔落。` : '',
    ].join(''),
  favourited: '已經收藏。',
  unfavourited: '已經取消收藏。',
  favourite: (program: string) => `收藏 ${program}`,

  // EMPTY LISTS
  empty: {
    playlist: { title: '播放清單未有嘢', words: `最多放 ${MAX_PLAYLIST} 節。喺節目頁揀想聽嘅節，加入播放清單。` },
    favourite: { title: '未有收藏', words: '喺節目頁撳心心，以後喺呢度搵返。' },
    history: { title: '未有收聽紀錄', words: '聽過嘅節目重溫會留喺度，喺邊部裝置都由上次嘅位繼續。' },
    bookmark: { title: '未有書籤', words: '聽重溫嗰陣喺播放器加書籤，之後喺呢度一撳就返到嗰個位。' },
  },
  toPrograms: '睇所有節目',
  toArchive: '去重溫',
  plan: {
    title: '收費內容',
    words: '這是收費內容。訂閱節目重溫計劃後，便可使用播放清單、收藏、收聽紀錄及書籤。',
    see: '睇計劃',
    none: '計劃現時未開放訂閱。',
  },
  noScripts: '要開 JavaScript 先聽到；清單喺呢度睇得，亦改得。',

  // ERRORS
  getApp: {
    title: '用手機程式加',
    words: '喺手機上，播放清單要用「重溫」手機程式加。',
    get: '去下載',
    later: '遲啲先',
  },
  failed: '未做到，請再試一次。',
  pressAButton: '未有改動。剔好之後，請撳想做嘅掣。',
  noneTicked: '未選取任何一項，請剔咗先再撳。',
  addFailed: '加入唔到，請再試一次。',
  favouriteFailed: '收藏唔到，請再試一次。',
  favouriteForGuests: '登入之後就可以收藏節目。',
  favouriteForPlans: '收藏節目是收費功能，訂閱節目重溫計劃便可使用。',
  refused: '未做到',
  toPage: '返呢一頁',
  /** Also if another tab or device changed it. */
  changedElsewhere: '呢個清單喺另一個分頁或者裝置改過，而家見到嘅已經係最新。',
} as const;

const PROBLEMS: Partial<Record<ErrorName, string>> = {
  dataNotFound: libraryText.changedElsewhere,
  needsPlan: libraryText.plan.words,
  notAuthenticated: problems.notAuthenticated,
  playlistFull: problems.playlistFull,
  playlistHasItem: problems.playlistHasItem,
  tooManyBookmarks: problems.tooManyBookmarks,
  notForClassics: problems.notForClassics,
  tooManyRequests: problems.tooMany,
};

/** Text for a refused list change; `message` is the operator's if a function is disabled. */
export function listProblem(name: ErrorName, { isAdding, message }: { isAdding: boolean; message: string }): string {
  if (name === 'functionSuspended' && message) return message;
  // The item to add does not exist, which a change in another tab does not explain.
  if (isAdding && name === 'dataNotFound') return libraryText.addFailed;
  return PROBLEMS[name] ?? (isAdding ? libraryText.addFailed : libraryText.failed);
}
