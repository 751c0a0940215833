// Numbers of 16 bits, as files hold them: five bits of exponent, ten of fraction.
const POWERS = Float64Array.from({ length: 32 }, (_, exponent) => 2 ** (exponent - 25))

export function half(bits: number): number {
  const exponent = (bits >> 10) & 31
  const fraction = bits & 1023
  const size = exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * POWERS[exponent]!
  return bits & 0x8000 ? -size : size
}
