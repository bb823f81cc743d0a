/** Bytes that are no document of the type that they begin like. Its message quotes nothing of them. */
export class UnreadableDocument extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnreadableDocument';
  }
}
