import { useEffect, useState } from 'react';
import { CODE_SETTLED_MS, useDebounced } from '#app/forms/use-debounced.ts';
import type { SaleType } from '#shared/payment-enums.ts';
import type { SaleQuote } from './sale-quote.ts';

/** The purchase, as the sale call expects it; the code applies to the first line. */
export interface QuotedSale {
  product_type: SaleType;
  lines: { kind: string; id: number; unit: string | null; quantity: number }[];
  terms_version: string | null;
}

/**
 * The total with the typed code, as computed by the server; the page computes no totals (decision 038). Null until
 * then.
 */
export function useSaleQuote(code: string, sale: QuotedSale): SaleQuote | null {
  const [{ of, quote }, setTold] = useState<{ of: string; quote: SaleQuote | null }>({ of: '', quote: null });
  const typed = code.trim();
  const [first, ...others] = sale.lines;
  const asked =
    typed === '' ? '' : JSON.stringify({ ...sale, lines: [{ ...first, promotion_code: typed }, ...others] });
  // The quantity is debounced too: going from one to four makes one request.
  const settled = useDebounced(asked, CODE_SETTLED_MS);
  useEffect(() => {
    if (settled === '') return;
    let isOver = false;
    void import('./ask-sale-quote.ts')
      .then(async ({ askSaleQuote }) => {
        const told = await askSaleQuote(settled);
        if (!isOver) setTold({ of: settled, quote: told });
      })
      // Without network there is no quote; the order is priced by the server.
      .catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [settled]);
  // Answers to earlier input are not shown.
  return asked !== '' && of === asked ? quote : null;
}
