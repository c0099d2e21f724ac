import { expect, it } from 'vitest';
import { files, linesWith, read, withoutComments } from './source.ts';

// Texts on screen are written in one place; texts inside components are hidden from editors.

it('keeps words out of components', () => {
  const wrong = files(/^app\/.*\.tsx?$/)
    .filter((file) => !file.startsWith('app/text/') && !/\.test\.tsx?$/.test(file))
    .flatMap((file) =>
      withoutComments(read(file))
        .split('\n')
        .flatMap((line, i) => (/[\u3400-\u9fff]/.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
    );
  expect(wrong).toEqual([]);
});

/** Outside app/, people read texts in mails, text messages and exports, each in files with these names. */
const SAID = /\.(mail|words|personal)\.ts$/;
/** Comparisons with user input, and character folding: data that nobody reads. */
const COMPARED =
  /^(domain\/search\/.*|domain\/[a-z]+\/known-words\.rules|shared\/text\/(house-words|phrase)|server\/(config|web\/api-document))\.ts$/;
/** The station's own name. */
const NAME = /CR電台/g;

it('keeps words out of what the station does, but for mails, texts and exports', () => {
  const wrong = files(/^(domain|server|shared|db)\/.*\.ts$/)
    .filter((file) => !/\.test\.ts$|^db\/seed\//.test(file) && !SAID.test(file) && !COMPARED.test(file))
    .flatMap((file) =>
      withoutComments(read(file))
        .split('\n')
        .flatMap((line, i) =>
          /[\u3400-\u9fff]/.test(line.replaceAll(NAME, '')) ? [`${file}:${i + 1}: ${line.trim()}`] : [],
        ),
    );
  expect(wrong).toEqual([]);
});

it('writes no character that only Simplified Chinese has', () => {
  const simplified =
    /[这们会时为说节国动发声乐长门见东车马鱼鸟龙广应来对开关点问间听话读写买卖钱银铁历历网络电视频频显资讯讯图书馆员级计划设备项顺须预领题额颜风饭饮馆]/;
  expect(files(/^app\/text\/.*\.ts$/).flatMap((file) => linesWith(file, simplified))).toEqual([]);
});

/** Files with texts on screen, in mails, text messages and static pages. */
const SPOKEN =
  /^(app\/text\/.*|domain\/.*\.(mail|words|personal)|fixtures\/content\/(pages\/pages-.*|jobs|taxonomy|stroke-fund))\.ts$/;
/** Texts that readers act on; names or slogans elsewhere may spell numbers in characters. */
const FACTS = /^(app\/text\/.*|domain\/members\/.*\.mail|fixtures\/content\/pages\/pages-(help|legal))\.ts$/;
const ON_SCREEN = /^app\/text\//;

const spokenLines = files(SPOKEN).flatMap((file) =>
  withoutComments(read(file))
    .split('\n')
    .map((line, i) => ({ file, words: line, place: `${file}:${i + 1}: ${line.trim()}` })),
);

/** Occurrences of a word, ignoring permitted phrases. */
const placesOf = (wrong: RegExp, right?: RegExp, where = SPOKEN): string[] =>
  spokenLines
    .filter(({ file }) => where.test(file))
    .filter(({ words }) => wrong.test(right ? words.replaceAll(new RegExp(right, 'g'), '') : words))
    .map(({ place }) => place);

// One term for one thing; terms from elsewhere and technical jargon are not used.
const NEVER_SAID: [wrong: RegExp, right?: RegExp, where?: RegExp][] = [
  // Accounts
  [/登錄|註冊|簽入/],
  [/戶口|賬號|用戶名/],
  [/郵箱/],
  [/手機號碼|移動電話/],
  [/應用|軟件/, /應用程式商店/],
  [/設備/],
  [/發送|交表|交緊/],
  [/認證|校驗碼/],
  [/金鑰|個通行密鑰/],
  [/保存|修改/],
  [/首頁/],
  [/過咗時|逾時/, /逾時未/],
  [/記住我/],
  [/網絡地址|網絡位址|QR ?碼/],
  [/要求刪除|取消刪除|刪除緊/],
  // Listening
  [/直播緊|現正直播/],
  [/下一節/, /下一節目/],
  [/回放|回看|點播/],
  [/歌單|播放列表/],
  [/時間表|節目單/],
  [/觀看|轉看/],
  [/主播/],
  [/最愛|心水/],
  [/落書籤/],
  [/歷史/, undefined, ON_SCREEN],
  [/倍速|快進/],
  [/標清|尾號/],
  [/榜單/],
  [/租睇|視頻/],
  [/路況熱線|遺失物品報失|遺失物品/],
  [/熱門話題|主持專欄|節目重點|道路消息|交通重點|兩岸新聞/],
  // Money
  [/月費計劃|套餐|購買計劃|VIP/],
  [/方案/, undefined, ON_SCREEN],
  [/付費內容/],
  [/續期|自動付款|取消訂閱/],
  [/支付|繳費|扣費/, /支付寶|微信支付/],
  [/發票|單據|退費|緩衝期/],
  [/序號|禮品碼|推廣碼|折扣碼/],
  [/線下付款|離線付款/],
  [/按金|存款|匯款/],
  [/票券|輪候室|排隊頁/],
  [/募資|企劃|贊助人|庫存/],
  [/毋須再次付款/],
  // Consent
  [/優化體驗|EDM|電郵通訊/],
  [/推廣連結|贊助連結/],
  [/家長或監護人/],
  // Faults
  [/系統繁忙|連線逾時|必須填寫|格式不正確/],
  [/開放接口/],
];

it('says one word for one thing, and none that the house does not use', () => {
  expect(NEVER_SAID.flatMap((rule) => placesOf(...rule))).toEqual([]);
});

it('writes the characters of the house', () => {
  const wrong = /[裡臺衛羣綫恆啓牀蔥賬週佈俾㩒・！]|著|琴日|[睇查]下/;
  expect(placesOf(wrong, /[著顯卓名]著|著[名作]/)).toEqual([]);
});

it('counts for its readers in digits, with a space beside them on screen', () => {
  expect(
    placesOf(/[一二三四五六七八九十百]+(個鐘|分鐘|小時|個工作天|日內|日前|日後)/, /一兩分鐘|廿四小時/, FACTS),
  ).toEqual([]);
  const names = /\\u00a0|雷霆881|叱咤903|\d+年|\d+月\d+日/;
  expect(placesOf(/[\u3400-\u9fff]\d|\d[\u3400-\u9fff]/, names, ON_SCREEN)).toEqual([]);
});

it('uses full-width punctuation in Chinese text', () => {
  expect(placesOf(/[\u3400-\u9fff][,;!?]/, undefined, /^(app\/text\/.*|domain\/.*\.(mail|words))\.ts$/)).toEqual([]);
});
