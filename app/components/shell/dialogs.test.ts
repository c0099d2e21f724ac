import { afterEach, describe, expect, it, vi } from 'vitest';
import { alert, close, confirm, notify, shownNow } from './dialogs.ts';
import { openPrompts } from '#app/components/member/prompts.ts';

afterEach(() => {
  for (const { id } of shownNow()) close(id);
  vi.unstubAllGlobals();
});

const titles = () => shownNow().map((s) => ('title' in s ? s.title : s.kind));

describe('what is said over the page', () => {
  it('keeps every box until it is closed, in the order they were asked for', () => {
    alert('一', '');
    confirm({ title: '二', words: '', buttons: [{ words: '好' }] });
    expect(titles()).toEqual(['一', '二']);
    close(shownNow()[0]?.id ?? 0);
    expect(titles()).toEqual(['二']);
  });

  it('closes a choice only by its buttons unless a × was asked for', () => {
    confirm({ title: '一', words: '', buttons: [] });
    confirm({ title: '二', words: '', buttons: [], closable: true });
    expect(shownNow().map((s) => s.kind === 'confirm' && s.closable)).toEqual([false, true]);
  });

  it('shows one note at a time, the newest', () => {
    alert('一', '');
    notify('甲');
    notify('乙');
    expect(shownNow().map((s) => ('words' in s ? s.words : ''))).toEqual(['', '乙']);
  });
});

describe('prompts for a member', () => {
  it('opens nothing without a flag', () => {
    openPrompts({ show_boc_reminder: false }, { changeCard: () => {} });
    expect(shownNow()).toEqual([]);
  });

  it('opens no tour whose code cannot be loaded: it would take the page with it', async () => {
    vi.doMock('#app/components/member/archive-tutorial.tsx', () => {
      throw new Error('no network');
    });
    openPrompts({ show_archive_tutorial: true }, { changeCard: () => {} });
    await vi.dynamicImportSettled();
    expect(shownNow()).toEqual([]);
    vi.doUnmock('#app/components/member/archive-tutorial.tsx');
  });

  it('opens what the flags say, money first, and leads to the change of card', async () => {
    let changed = false;
    openPrompts(
      { show_archive_tutorial: true, show_boc_reminder: true, show_card_expiring: true },
      { changeCard: () => (changed = true) },
    );
    await vi.waitFor(() => expect(titles()).toEqual(['信用卡即將到期', '中銀卡需要重新授權', 'tutorial']));
    const [card] = shownNow();
    if (card?.kind === 'confirm') card.buttons.at(-1)?.action?.();
    expect(changed).toBe(true);
  });

  it('tells the server that the tour was read', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
      asked.push(`${method} ${url}`);
      return new Response();
    });
    openPrompts({ show_archive_tutorial: true }, { changeCard: () => {} });
    await vi.waitFor(() => expect(titles()).toEqual(['tutorial']));
    const [tour] = shownNow();
    if (tour?.kind === 'tutorial') tour.onRead();
    expect(asked).toEqual(['POST /api/userinfo/markArchiveTutorialAsRead']);
  });
});
