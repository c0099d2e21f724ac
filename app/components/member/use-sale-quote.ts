import { useEffect, useState } from 'react';
import { CODE_SETTLED_MS, useDebounced } from '#app/forms/use-debounced.ts';
import type { SaleType } from '#shared/payment-enums.ts';

/** What is bought, as the call of a sale takes it; a code is for the first line. */
export interface QuotedSale {
  product_type: SaleType;
  lines: { kind: string; id: number; unit: string | null; quantity: number }[];
  terms_version: string | null;
}

/** What the station says of a code: what is paid with it, or why it does not hold. */
export interface SaleQuote {
  /** Null where the code does not hold, or nobody knows. */
  totalCents: number | null;
  words: string;
}

/** What is paid with the code that is typed, once it is: the station's sum, as the page reckons none (decision 039). Null until then. */
export function useSaleQuote(code: string, sale: QuotedSale): SaleQuote | null {
  const [{ of, quote }, setTold] = useState<{ of: string; quote: SaleQuote | null }>({ of: '', quote: null });
  const typed = code.trim();
  const [first, ...others] = sale.lines;
  const asked =
    typed === '' ? '' : JSON.stringify({ ...sale, lines: [{ ...first, promotion_code: typed }, ...others] });
  // Of how many it is, too: who goes from one to four asks once.
  const settled = useDebounced(asked, CODE_SETTLED_MS);
  useEffect(() => {
    if (settled === '') return;
    let isOver = false;
    void import('./ask-sale-quote.ts').then(async ({ askSaleQuote }) => {
      const told = await askSaleQuote(settled);
      if (!isOver) setTold({ of: settled, quote: told });
    });
    return () => {
      isOver = true;
    };
  }, [settled]);
  // Of what stood there before nothing is said.
  return asked !== '' && of === asked ? quote : null;
}
