import type { EntryContext } from 'react-router';
import { PAGE_DATA_ID } from './hydration-data.ts';

const IN_SCRIPT: Record<string, string> = {
  '&': '\\u0026',
  '>': '\\u003e',
  '<': '\\u003c',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** Nothing in the data can end the script. */
export const inScript = (json: string) => json.replace(/[&><\u2028\u2029]/g, (c) => IN_SCRIPT[c] ?? c);

/** Whether JSON keeps it: fields that are undefined are absent afterwards. */
function isJson(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.every(isJson);
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  for (const field of Object.values(value)) if (field !== undefined && !isJson(field)) return false;
  return true;
}

/** The page's data as an element that no browser runs (`hydration-data.ts`), or null if they are not JSON. */
export function pageDataElement(
  {
    loaderData,
    actionData,
    errors,
  }: Pick<EntryContext['staticHandlerContext'], 'loaderData' | 'actionData' | 'errors'>,
  nonce: string,
): string | null {
  // The framework describes errors in its own format, and tells an undefined result from none.
  if (errors !== null || ![...Object.values(loaderData), ...Object.values(actionData ?? {})].every(isJson)) return null;
  const json = JSON.stringify({ loaderData, actionData, errors });
  return `<script nonce="${nonce}" type="application/json" id="${PAGE_DATA_ID}">${inScript(json)}</script>`;
}

/**
 * The script that passes loader data to the browser, from the framework's stream, in the format of the framework's own
 * element, with the page's nonce.
 */
export async function hydrationDataScript(stream: ReadableStream<Uint8Array>, nonce: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stream) text += decoder.decode(chunk, { stream: true });
  const controller = 'window.__reactRouterContext.streamController';
  return `<script nonce="${nonce}">${controller}.enqueue(${inScript(JSON.stringify(text))});${controller}.close();</script>`;
}
