/** Downloads an address by a link, so that the browser writes the file while it arrives. */
export function saveAddress(address: string, name = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

export function saveTextFile(name: string, text: string, type = 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  saveAddress(url, name);
  // Some browsers start reading after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
