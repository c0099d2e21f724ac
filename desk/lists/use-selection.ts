import { useState } from 'react';

/** Chosen rows of a list by their ids. A row that has left the list is not chosen any more. */
export function useSelection<Item>(items: readonly Item[], idOf: (item: Item) => number) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const chosen = items.filter((item) => ids.has(idOf(item)));
  return {
    chosen,
    isChosen: (item: Item) => ids.has(idOf(item)),
    choose(item: Item, isChosen: boolean) {
      const next = new Set(ids);
      if (isChosen) next.add(idOf(item));
      else next.delete(idOf(item));
      setIds(next);
    },
    chooseAll: (isChosen: boolean) => setIds(new Set(isChosen ? items.map(idOf) : [])),
    clear: () => setIds(new Set()),
  };
}
