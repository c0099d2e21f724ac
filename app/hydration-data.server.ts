const IN_SCRIPT: Record<string, string> = {
  '&': '\\u0026',
  '>': '\\u003e',
  '<': '\\u003c',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/**
 * The script that passes loader data to the browser, from the framework's stream, in the format of the framework's own
 * element, with the page's nonce. Nothing in the data can end the script.
 */
export async function hydrationDataScript(stream: ReadableStream<Uint8Array>, nonce: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stream) text += decoder.decode(chunk, { stream: true });
  const data = JSON.stringify(text).replace(/[&><\u2028\u2029]/g, (c) => IN_SCRIPT[c] ?? c);
  const controller = 'window.__reactRouterContext.streamController';
  return `<script nonce="${nonce}">${controller}.enqueue(${data});${controller}.close();</script>`;
}
