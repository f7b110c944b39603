/** The fields that a supervisor fills in to take on a client. */
export const newCustomer = (code: number) => ({
  code,
  name: 'Promociones Ebro, S.L.',
  email: 'administracion@ebro.example',
  areas: ['main'],
  installation: `EBR-${code}`,
  version: 'V031',
  entryMode: 'signed',
  clientAdministrator: false,
  callerOptional: false,
  company: '001',
  companyName: 'Promociones Ebro, S.L.',
  contactName: 'Nuria Lanuza',
  contactEmail: 'nuria@ebro.example',
  contactPhone: '+34 976 000 000',
  visibility: 'installation',
})
