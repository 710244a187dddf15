/** A bank's status report as banks write it; `payments` are references with their states, codes and amounts. */
export function pain002(report: {
  file: string;
  group?: string;
  block?: string;
  namespace?: string;
  payments?: readonly (readonly [
    reference: string,
    state: string,
    code?: string,
    more?: string,
    amount?: string,
  ])[];
}): string {
  const { file, group, block, payments = [], namespace = "pain.002.001.10" } = report;
  const rows = payments.map(
    ([reference, state, code, more, amount]) => `
      <TxInfAndSts>
        <OrgnlInstrId>${reference}</OrgnlInstrId>
        ${reference ? `<OrgnlEndToEndId>${reference}</OrgnlEndToEndId>` : ""}
        ${state ? `<TxSts>${state}</TxSts>` : ""}
        ${code ? `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn>${more ? `<AddtlInf>${more}</AddtlInf>` : ""}</StsRsnInf>` : ""}
        ${amount ? `<OrgnlTxRef><Amt><InstdAmt Ccy="EUR">${amount}</InstdAmt></Amt></OrgnlTxRef>` : ""}
      </TxInfAndSts>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${namespace}">
  <CstmrPmtStsRpt>
    <GrpHdr><MsgId>20261202-0001</MsgId><CreDtTm>2026-12-02T14:05:00Z</CreDtTm></GrpHdr>
    <OrgnlGrpInfAndSts>
      <OrgnlMsgId>${file}</OrgnlMsgId>
      <OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>
      ${group ? `<GrpSts>${group}</GrpSts><StsRsnInf><Rsn><Cd>FF01</Cd></Rsn></StsRsnInf>` : ""}
    </OrgnlGrpInfAndSts>
    <OrgnlPmtInfAndSts>
      <OrgnlPmtInfId>${file}</OrgnlPmtInfId>
      ${block ? `<PmtInfSts>${block}</PmtInfSts>` : ""}${rows.join("")}
    </OrgnlPmtInfAndSts>
  </CstmrPmtStsRpt>
</Document>`;
}
