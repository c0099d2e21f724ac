/**
 * Passes on a link: by the share sheet, else by the clipboard. Closing the sheet counts as shared: its user wants nothing
 * more.
 */
export async function shareOrCopy(link: { title: string; url: string }): Promise<'shared' | 'copied' | 'failed'> {
  try {
    if ('share' in navigator && navigator.canShare?.(link)) {
      await navigator.share(link);
      return 'shared';
    }
  } catch (error) {
    // A second press while the sheet is open is refused as of a wrong state.
    if (error instanceof DOMException && ['AbortError', 'InvalidStateError'].includes(error.name)) return 'shared';
    // The browser has a sheet and does not open it, as on a device without anything to share with.
  }
  try {
    // Absent from pages without encryption.
    await navigator.clipboard.writeText(link.url);
    return 'copied';
  } catch {
    return 'failed';
  }
}
