/** `lean-qr/nano`: text -> a QR code, of the smallest size that holds it. */
export function generate(text: string): { size: number; get(x: number, y: number): boolean };
