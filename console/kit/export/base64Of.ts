/** A file in Base64: a browser writes that behind the comma of a data address. */
export const base64Of = (file: File) =>
  new Promise<string>((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done((reader.result as string).replace(/^[^,]*,/, ''));
    reader.onerror = () => fail(reader.error ?? new Error('the file could not be read'));
    reader.readAsDataURL(file);
  });
