/** Why a document, or one alert of it, is not read. */
export class CapRefusal extends Error {
  readonly code: string;
  constructor(code: string, text: string, options?: ErrorOptions) {
    super(text, options);
    this.name = 'CapRefusal';
    this.code = code;
  }
}
