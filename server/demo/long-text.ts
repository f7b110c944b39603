/** A query of about three thousand characters, as people write them about several building sites. */
export const LONG_TEXT = `Buenos días:

Les escribimos porque llevamos varios días intentando cuadrar el seguimiento presupuestario de cuatro obras y encontramos diferencias que no sabemos explicar. Se lo contamos obra por obra, con lo que ya hemos comprobado, para que no tengan que volver a preguntarnos lo mismo.

1. Residencial Turia (obra 0231)
El coste real del capítulo 05 «Estructura» aparece en el seguimiento con 412.380,15 €. En el mayor analítico suma 398.112,40 €. La diferencia, 14.267,75 €, coincide con el importe de dos albaranes de ferralla que ya están facturados, de modo que parece que se cuentan dos veces: una como albarán pendiente de facturar y otra como factura. Hemos comprobado que los dos albaranes están marcados como facturados.

2. Oficinas Patraix (obra 0236)
Aquí la diferencia es de signo contrario. Una factura de la subcontrata de instalaciones, de 22.940,00 €, está contabilizada y pagada, pero no aparece en el coste real. Su línea lleva la partida 09.03, que se dio de baja al aprobar la segunda modificación del presupuesto. Entendemos que la aplicación la deja fuera porque la partida ya no existe, pero entonces debería avisar en algún sitio.

3. Naves del Saladar (obra 0240)
El importe previsto hasta final de obra no cambia aunque modifiquemos la previsión de los capítulos 02 y 03. Hemos probado a recalcular desde el propio seguimiento, a cerrar y volver a abrir la aplicación, y a hacerlo desde otro puesto. El capítulo 04, en cambio, sí se actualiza en el momento.

4. Rehabilitación calle Sorní (obra 0244)
El porcentaje de avance del capítulo 01 es del 104 %. La medición certificada a origen es de 1.040 m² y la medición del presupuesto vigente es de 1.000 m², así que el cálculo es correcto, pero en las obras anteriores la aplicación no dejaba certificar por encima de lo presupuestado sin una autorización. No recordamos haber cambiado esa opción y nos gustaría saber quién puede hacerlo y si queda registrado.

Además, tenemos dos preguntas generales:

- ¿El seguimiento toma el presupuesto vigente en la fecha del informe o siempre el último aprobado? Cuando pedimos el informe con fecha del trimestre pasado, las cifras cambian respecto a las que imprimimos entonces.
- ¿Hay alguna forma de guardar una «foto» del seguimiento al cierre de cada mes? Ahora lo exportamos a Excel y lo archivamos, pero cada jefe de obra lo hace a su manera.

El comité de obras se reúne el último jueves del mes. Si fuera posible, les agradeceríamos que al menos las dos primeras cuestiones quedaran aclaradas antes de esa fecha, porque afectan al resultado que se presenta a la dirección.

Quedamos a su disposición para enviarles cualquier listado que necesiten.

Un saludo,

Lucía Ferrer
Administración de obras
Constructora Levante, S.A.`
