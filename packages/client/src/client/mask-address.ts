/** `ad…@shop.example`, `…671`: enough to recognise an own address, and of no use to the next person at this browser. */
export const maskAddress = (address: string): string => address.replace(/^(.{0,2})[^@]*(?=@)|^[^@]*(?=[^@]{3}$)/, '$1…')
