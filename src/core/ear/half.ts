// Numbers of 16 bits, as files hold them: five bits of exponent, ten of fraction.
export function half(bits: number): number {
  const exponent = (bits >> 10) & 31
  const fraction = bits & 1023
  const size = exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15)
  return bits & 0x8000 ? -size : size
}
