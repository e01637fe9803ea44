export const recipientsKey = ['notifications', 'recipients']
export const outboxKey = ['notifications', 'outbox']
export const mailsKey = ['notifications', 'mails']
export const deliveriesKey = ['notifications', 'deliveries']

export const mailsAtOnce = '10'
